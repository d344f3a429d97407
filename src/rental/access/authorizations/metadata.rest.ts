/** OAuth authorization server metadata (RFC 8414): contract/general.md §2.3. */
import type { FastifyInstance } from 'fastify'

const hidden = { schema: { hide: true } }

/** Serves the metadata without authentication. */
export function serveMetadata(app: FastifyInstance, publicUrl: string): void {
  const baseUrl = `${publicUrl}/api/auth/oauth`
  const metadata = {
    issuer: publicUrl,
    authorization_endpoint: `${baseUrl}/authorize`,
    token_endpoint: `${baseUrl}/token`,
    refresh_endpoint: `${baseUrl}/token-refresh`,
    revocation_endpoint: `${baseUrl}/revoke`,
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
