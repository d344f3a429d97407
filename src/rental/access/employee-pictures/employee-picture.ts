/** Addresses of uploaded pictures of employees: contract/resources.md §8.1. */

/** Returns the public address of a stored picture. */
export function pictureUrlOf(agencyUid: string, pictureUid: string, publicUrl: string): string {
  return `${publicUrl}/files/employees/${agencyUid}/${pictureUid}`
}
