/** Questions of `init`, each about one setting. */
import { resolve } from 'node:path'
import { databaseName, embedded, readDatabaseSettings } from '../../config/database-config.ts'
import { type Environment, origin } from '../../config/environment.ts'
import { tryDatabase, tryFiles, tryMail } from './try-settings.ts'

export type InitOption = 'url' | 'database' | 'mail' | 'mailFrom' | 'files'

export interface Question {
  /** Option that answers the question. */
  option: InitOption
  text: string
  /** Returns false if the answers given before leave nothing to ask. */
  applies?(env: Environment): boolean
  /** Returns the answer that is suggested: the present one or the default. */
  suggest(present: Environment): string
  /** Returns the settings of an answer; an undefined one is removed. */
  read(answer: string, suggestions: Environment): Environment
  /** Tests the settings. @throws Error naming the setting */
  test(env: Environment): Promise<void>
}

/** Answer that leaves a setting out. */
const none = 'none'

/** Sender that is used while only the mail server is tested. */
const anySender = 'sender@lodgepole.example'

export const questions: Question[] = [
  {
    option: 'url',
    text: 'Address that browsers use, such as https://stay.example.org',
    suggest: ({ PUBLIC_URL, PORT }) => PUBLIC_URL || `http://localhost:${PORT || 3000}`,
    read: answer => ({ PUBLIC_URL: answer, ...localPort(answer) }),
    test: async env => void origin(env, 'PUBLIC_URL', ''),
  },
  {
    option: 'database',
    text: `Database: ${embedded}, or postgres://user:password@host:5432/database`,
    suggest: ({ DATABASE_URL }) => DATABASE_URL || embedded,
    read: answer => ({ DATABASE_URL: answer }),
    test: tryDatabase,
  },
  {
    option: 'mail',
    text: `Mail server: ${none}, or smtp://user:password@host:587`,
    suggest: ({ SMTP_URL }) => SMTP_URL || none,
    read: answer => ({ SMTP_URL: unlessNone(answer) }),
    test: env => tryMail({ ...env, MAIL_FROM: anySender }),
  },
  {
    option: 'mailFrom',
    text: 'Sender address of mails',
    applies: ({ SMTP_URL }) => SMTP_URL !== undefined,
    suggest: ({ MAIL_FROM }) => MAIL_FROM || none,
    read: answer => ({ MAIL_FROM: unlessNone(answer) }),
    test: tryMail,
  },
  {
    option: 'files',
    text: 'Files: a folder, or s3://bucket/prefix',
    suggest: ({ BLOB_URL, DATA_DIR }) => BLOB_URL || DATA_DIR!,
    read: (answer, { DATA_DIR }) =>
      answer.startsWith('s3:')
        ? { BLOB_URL: answer, DATA_DIR }
        : { BLOB_URL: undefined, DATA_DIR: resolve(answer) },
    test: tryFiles,
  },
]

function unlessNone(answer: string): string | undefined {
  return answer === none ? undefined : answer
}

/** Returns the port of an address of this machine, which the server has to listen on. */
function localPort(address: string): Environment {
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return isLocal && url.protocol === 'http:' && url.port !== '' ? { PORT: url.port } : {}
}

/** Returns a suggestion as it is displayed, without a password. */
export function displayed(answer: string): string {
  if (/^postgres(ql)?:/.test(answer)) {
    try {
      return databaseName(readDatabaseSettings({ DATABASE_URL: answer }))
    } catch {
      return 'the present one, which is invalid'
    }
  }
  return answer.replace(/^(\w+:\/\/[^/@:]*):[^/]*@/, '$1:…@')
}
