/** A case of `writes/write.ts` that looks at what it tells. */
import { type LoggedEvent, logOf, told } from './event-log.ts'
import type { State } from './lead-walk/transitions.ts'
import type { TestServer } from './server.ts'
import { makeCase } from './writes/write.ts'

/** @param everything gets all events that were looked at */
export async function makeToldCase(server: TestServer, everything: LoggedEvent[] = []) {
  const given = await makeCase(server)
  const { agencyUid, propertyUid, leadIn, made } = given
  let seen = 0

  /** The events since the last time that was asked. */
  const news = async () => {
    const events = (await logOf(server, agencyUid)).slice(seen)
    seen += events.length
    everything.push(...events)
    return events
  }
  const tells = async () => told(await news())

  /** Does something to a lead in a state, and gives its uid. */
  const act = async (state: State, action: string, body: object = {}) => {
    const uid = await leadIn(state)
    await made('POST', `/leads/${uid}/${action}`, body)
    return uid
  }
  const stay = { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-08' }
  const guestInformation = { firstName: 'Ada', adultCount: 2 }
  const create = (status: string, body: object = {}) =>
    made('POST', '/leads', { agencyUid, propertyUid, status, ...stay, guestInformation, ...body })
  return { ...given, news, tells, act, create }
}

export type ToldCase = Awaited<ReturnType<typeof makeToldCase>>
