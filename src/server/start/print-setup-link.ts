import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { SigningKeys } from '../../platform/crypto/signing-keys.ts'
import { hasAnyAgencyUnscoped } from '../../rental/access/agencies/agencies.ts'
import { issueSetupLink, setupLinkUrl } from '../../rental/access/setup-links/setup-links.ts'

/** Prints the link that creates the first agency, or how to proceed if there is no link. */
export async function printSetupLink(
  ctx: Pick<Context, 'db' | 'clock'>,
  { publicUrl, secretKeys }: Pick<Config, 'publicUrl' | 'secretKeys'>,
  print: (text: string) => void,
): Promise<void> {
  if (await hasAnyAgencyUnscoped(ctx.db)) {
    return print(`The server is set up. Sign in at ${publicUrl}/console`)
  }
  const token = await issueSetupLink(ctx, new SigningKeys(secretKeys))
  if (token === null) {
    return print(
      'There is no agency, and the set-up link was used. Create one with: ' +
        "lodgepole agency create --name 'Pine Lodges'",
    )
  }
  print(`There is no agency yet. Create it and its administrator, within a day, at:
  ${setupLinkUrl(publicUrl, token)}
To print the link again, run: lodgepole init --link`)
}
