import { LRUCache } from 'lru-cache'
import type { Run } from '../../../platform/db/database.ts'
import { type Lookup, type Marks, marksNow } from '../../../platform/db/marks/marks-of.ts'
import { ScopeMarks } from '../../../platform/db/marks/scope-marks.ts'
import type { Place } from '../../../platform/rest/limits/admission.ts'
import type { Caller } from '../agencies/caller.ts'

/** What a process knows of where answers to its callers are kept. */
export class Places {
  readonly #scopes = new ScopeMarks()
  readonly #reaches = new SharedReaches()

  /** @param marks that the caller was admitted with */
  of(lookup: Lookup, caller: Caller, marks: Marks): Place {
    const now = () => marksNow(lookup, marks)
    return {
      scopes: (since = marks) => this.#scopes.at(lookup, since),
      sharedReach: () => this.#reaches.of(lookup.run, caller, marks),
      isUnchanged: async () => (await now())?.all === marks.all,
      marksNow: now,
    }
  }
}

/**
 * What tells partners of an agency that are shown the same from others, as far as a process has
 * asked. Grants are among what the marks of all answers tell of.
 */
class SharedReaches {
  readonly #known = new LRUCache<string, { all: string; reach: string | null }>({ max: 10_000 })

  /**
   * The same text for all partners that have the same grants; null: the caller's answers are its
   * own. They are where a grant hides guests' data: then it shows those of leads that the partner
   * has made.
   */
  async of(run: Run, caller: Caller, { agencyUid, all }: Marks): Promise<string | null> {
    if (caller.kind !== 'partner' || agencyUid === null) return null
    const key = `${agencyUid} ${caller.partnerUid}`
    const known = this.#known.get(key)
    if (known?.all === all) return known.reach
    const [row] = await run(grantsStatement, [agencyUid, caller.partnerUid])
    const [digest, seesGuests] = row as [string | null, boolean | null]
    const reach = seesGuests ? `partners ${agencyUid} ${digest}` : null
    this.#known.set(key, { all, reach })
    return reach
  }
}

const grantsStatement = {
  name: 'shared_reach',
  text: `select encode(sha256(convert_to(string_agg(
      g.object_uid || ' ' || g.object_type || ' ' || g.access, ',' order by g.object_uid), 'UTF8')),
      'hex'), bool_and(g.personal_data)
    from grants g where g.agency_uid = $1 and g.partner_uid = $2`,
}
