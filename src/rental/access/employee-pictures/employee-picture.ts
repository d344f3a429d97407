/** URLs of uploaded pictures of employees: contract/resources.md §8.1. */

export function pictureUrlOf(agencyUid: string, pictureUid: string, publicUrl: string): string {
  return `${publicUrl}/files/employees/${agencyUid}/${pictureUid}`
}
