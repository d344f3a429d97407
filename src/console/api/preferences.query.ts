/** Preferences of the user, stored on the server and shared by all browsers of the user. */
import { callWithEtag } from './call.ts'
import { isEditConflict } from './problem.ts'

type Preferences = Record<string, unknown>

interface StoredPreferences {
  preferences: Preferences
  etag: string | undefined
}

export async function readPreferences(signal?: AbortSignal): Promise<StoredPreferences> {
  const { body, etag } = await callWithEtag('GET /session/preferences', { signal })
  return { preferences: body.preferences, etag }
}

/** Updates preferences; applies the change again if another browser has changed them. */
export async function changePreferences(
  change: (preferences: Preferences) => Preferences,
): Promise<Preferences> {
  return write(change, await readPreferences())
}

/** Maximum number of retries after an edit conflict. */
const triesMax = 5

async function write(
  change: (preferences: Preferences) => Preferences,
  { preferences, etag }: StoredPreferences,
  remainingTries = triesMax,
): Promise<Preferences> {
  try {
    const body = { preferences: change(preferences) }
    return (await callWithEtag('PUT /session/preferences', { body, etag })).body.preferences
  } catch (error) {
    if (!isEditConflict(error) || remainingTries === 0) throw error
    const { preferences } = error.body.current as { preferences: Preferences }
    return write(change, { preferences, etag: error.etag }, remainingTries - 1)
  }
}
