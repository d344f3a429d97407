import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../platform/io/private-folder.ts'
import { OperatorError } from '../platform/operator-error.ts'

const keyBytes = 32
/**
 * Minimum number of distinct bytes. 32 random bytes have about 30; 16 or fewer occur once in 10^13
 * keys.
 */
const distinctBytesMin = 17

/**
 * Reads the keys of SECRET_KEY, or the key in `DATA_DIR/secret-key`, which is generated if it is
 * missing.
 *
 * @param texts keys of SECRET_KEY in base64
 * @param dataDir folder for the key of an embedded database; null: SECRET_KEY is required
 * @throws Error if a key is missing, has another length or is easy to guess
 */
export function readSecretKeys(texts: string[], dataDir: string | null): Buffer[] {
  if (texts.length > 0) return texts.map(text => decodeKey('SECRET_KEY', text))
  if (dataDir !== null) return [storedKey(dataDir)]
  throw new OperatorError(`SECRET_KEY is required with DATABASE_URL: ${generateHint}`)
}

const generateHint = '32 random bytes in base64; generate them with: openssl rand -base64 32'

function decodeKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length !== keyBytes) {
    throw new OperatorError(`${name} is invalid: every key must be 32 bytes in base64`)
  }
  if (isWeak(key))
    throw new OperatorError(`${name} is invalid: a key is easy to guess; use ${generateHint}`)
  return key
}

/** Detects constant bytes, repeated patterns and counters. */
function isWeak(key: Buffer): boolean {
  const differences = key.subarray(1).map((byte, i) => byte - key[i]!)
  // A counter has one difference between neighbours, a repeated pattern has few.
  return new Set(key).size < distinctBytesMin || new Set(differences).size < distinctBytesMin / 2
}

const keyFile = (dataDir: string): string => join(dataDir, 'secret-key')

/** Returns the key in `DATA_DIR/secret-key` in base64; null if there is none. */
export function findStoredKey(dataDir: string): string | null {
  const file = keyFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** Generates a key in base64. */
export function generateKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

function storedKey(dataDir: string): Buffer {
  const file = keyFile(dataDir)
  if (!existsSync(file)) {
    makePrivateFolder(dataDir)
    // Renamed when complete, because a full disk could leave a truncated key.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${generateKey()}\n`, {
      mode: 0o600,
      flush: true,
    })
    renameSync(draft, file)
  }
  return decodeKey(file, readFileSync(file, 'utf8').trim())
}
