/** What requests are aimed at. */
export interface Estate {
  /** What each name in a path, query or body stands for. */
  uids: Record<string, string>
  /** A word that stands in what guests say of themselves, and nowhere else. */
  personalMark: string
  /** Words and uids that nobody sees who does not reach the estate. */
  marks: string[]
}
