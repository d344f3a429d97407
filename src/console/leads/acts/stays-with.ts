/**
 * Whether a form of a lead is still there at another address: the same lead is, as a panel or as a
 * page, and the same act.
 */
export function staysWith(uid: string, act: string | null): (next: URL) => boolean {
  return next => {
    const isThere = next.pathname === location.pathname
    const isShown = next.searchParams.get('lead') === uid || next.pathname.endsWith(`/leads/${uid}`)
    return isThere && isShown && (act === null || next.searchParams.get('act') === act)
  }
}
