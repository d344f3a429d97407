/**
 * Checklist of what the agency and its properties lack, from the publish checks. Users who can
 * change properties see it until a property can be sold, and then until they hide it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changePreferences, readPreferences } from '../api/preferences.query.ts'
import { may, useSession } from '../api/session.tsx'
import { useProperties } from './properties.query.ts'
import { type PublishCheck, usePublishChecks } from './publish-checks.query.ts'

/** Agencies with more properties are past their set-up. */
const propertiesMax = 5

const preferenceName = 'isSetupHidden'

/** Returns the checklist, which is not shown to an agency past its set-up. */
export function useChecklist() {
  const session = useSession()
  const { properties, isPending } = useProperties()
  const isEnabled = may(session, 'houses:write') && !isPending && properties.length <= propertiesMax
  const checks = usePublishChecks(undefined, isEnabled)
  const hidden = useHidden(isEnabled)
  const isLoading = isPending || (isEnabled && (checks.isPending || hidden.isPending))
  const list = isEnabled ? (checks.data ?? []) : []
  const canSell = properties.some(({ propertyUid }) => !lacks(list, propertyUid))
  const isShown = list.length > 0 && !(canSell && hidden.isHidden)
  return { isLoading, isShown, checks: list, canSell, hide: hidden.hide }
}

/** Returns whether a property cannot be sold. */
function lacks(checks: readonly PublishCheck[], uid: string): boolean {
  return checks.some(({ propertyUid, severity }) => propertyUid === uid && severity === 'SALE')
}

function useHidden(isEnabled: boolean) {
  const client = useQueryClient()
  const queryKey = ['preferences', preferenceName]
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await readPreferences(signal)).preferences[preferenceName] === true,
    enabled: isEnabled,
  })
  const hide = async () => {
    client.setQueryData(queryKey, true)
    await changePreferences(preferences => ({ ...preferences, [preferenceName]: true }))
  }
  return { isHidden: data === true, isPending, hide }
}
