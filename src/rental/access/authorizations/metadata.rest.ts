/** What the OAuth of this server is like (RFC 8414): contract/general.md §2.3. */
import type { FastifyInstance } from 'fastify'

const hidden = { schema: { hide: true } }

/** Serves the metadata of the server, the same to everybody. */
export function serveMetadata(app: FastifyInstance, publicUrl: string): void {
  const below = `${publicUrl}/api/auth/oauth`
  const metadata = {
    issuer: publicUrl,
    authorization_endpoint: `${below}/authorize`,
    token_endpoint: `${below}/token`,
    refresh_endpoint: `${below}/token-refresh`,
    revocation_endpoint: `${below}/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    scopes_supported: ['FULL'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${publicUrl}/docs`,
  }
  app.get('/.well-known/oauth-authorization-server', hidden, async () => metadata)
}
