import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certified {
  key: string
  cert: string
}

/**
 * A certificate authority that nobody else trusts, and what it certifies, each for the given names:
 * `DNS:receiver.example` or `IP:127.0.0.1`.
 */
export function makeCertificates(names: Record<string, string>): {
  authority: string
  certified: Record<string, Certified>
} {
  const folder = mkdtempSync(join(tmpdir(), 'lodgepole-certificates-'))
  const path = (name: string) => join(folder, name)
  const request = (name: string, ...args: string[]) => {
    const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -x509 -days 2'.split(' ')
    const files = ['-keyout', path(`${name}.key`), '-out', path(`${name}.pem`)]
    const subject = ['-subj', `/CN=${name}`]
    execFileSync('openssl', ['req', ...key, ...files, ...subject, ...args], { stdio: 'pipe' })
    const [privateKey, cert] = ['key', 'pem'].map(end =>
      readFileSync(path(`${name}.${end}`), 'utf8'),
    )
    return { key: privateKey!, cert: cert! }
  }
  try {
    const { cert } = request('authority', '-addext', 'keyUsage=critical,keyCertSign')
    const issuer = ['-CA', path('authority.pem'), '-CAkey', path('authority.key')]
    const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE']
    const issue = ([name, subject]: [string, string]): [string, Certified] => {
      const certified = request(name, ...issuer, ...leaf, '-addext', `subjectAltName=${subject}`)
      return [name, certified]
    }
    return { authority: cert, certified: Object.fromEntries(Object.entries(names).map(issue)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
