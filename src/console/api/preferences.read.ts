/** What is remembered for who is signed in: on the server, for all of their browsers. */
import { callTagged } from './call.ts'
import { isChangedMeanwhile } from './problem.ts'

type Preferences = Record<string, unknown>

interface Stored {
  preferences: Preferences
  etag: string | undefined
}

export async function readPreferences(signal?: AbortSignal): Promise<Stored> {
  const { answer, etag } = await callTagged('GET /session/preferences', { signal })
  return { preferences: answer.preferences, etag }
}

/** Makes others of what is stored, and of what another browser has stored meanwhile. */
export async function changePreferences(
  change: (preferences: Preferences) => Preferences,
): Promise<Preferences> {
  return write(change, await readPreferences())
}

async function write(
  change: (preferences: Preferences) => Preferences,
  { preferences, etag }: Stored,
  triesLeft = 5,
): Promise<Preferences> {
  try {
    const body = { preferences: change(preferences) }
    return (await callTagged('PUT /session/preferences', { body, etag })).answer.preferences
  } catch (error) {
    if (!isChangedMeanwhile(error) || triesLeft === 0) throw error
    const { preferences } = error.body.current as { preferences: Preferences }
    return write(change, { preferences, etag: error.etag }, triesLeft - 1)
  }
}
