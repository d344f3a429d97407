/** Whom a request acts for. The tenancy guard starts here: queries take their agency from it. */
export type Caller = AgencyCaller | PartnerCaller | ClientCaller

/** An agency key: all of its agency. */
export interface AgencyCaller {
  kind: 'agency'
  agencyUid: string
  agencyUids: [string]
}

/** A partner's access token (one agency) or key (every agency that granted it something). */
export interface PartnerCaller {
  kind: 'partner'
  partnerUid: string
  agencyUids: string[]
}

/** A partner's own client id and secret, which reach no agency's data. */
export interface ClientCaller {
  kind: 'client'
  partnerUid: string
  agencyUids: []
}
