/** Page of the team. */
import { useParams } from 'wouter'
import { useTeamTranslations } from '../../i18n/team/translations.ts'
import { resourcePage } from '../../resources/resource-page.tsx'
import { Invite } from './invite.tsx'
import { MemberAccess } from './member-access.tsx'
import { team } from './team.ts'

const Members = resourcePage(team, useTeamTranslations, { aside: MemberAccess })

export function TeamPage() {
  const { uid } = useParams<{ uid?: string }>()
  return uid === 'new' ? <Invite /> : <Members />
}
