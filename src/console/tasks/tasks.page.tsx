/** Plain list of open tasks, with accept and done: the start page of cleaners. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components/Button'
import { call } from '../api/call.ts'
import { may, useSession } from '../api/session.tsx'
import { dateText } from '../i18n/format.ts'
import { useTaskTranslations } from '../i18n/tasks/translations.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { dateOf, dayMs } from '../shared/days.ts'
import { Problem } from '../shared/problem.tsx'
import { useWrite } from '../shared/writes/use-write.ts'
import { usePressGuard } from '../ui/lists/live-list.ts'
import { groupByDay, listAddresses, type Task } from './tasks.ts'

export function TasksPage() {
  const texts = useTaskTranslations()
  const { texts: common, locale } = useLocalization()
  const { data, error, refetch } = useTasks()
  // The button "Done" takes the place of "Accept".
  const guard = usePressGuard()
  if (error && !data) return <Problem error={error} retry={refetch} />
  if (!data) return <p className="waits">{common.frame.loading}</p>
  return (
    <section className="tasks" aria-labelledby="tasks-title" {...guard}>
      <div className="title-row">
        <h1 id="tasks-title">{texts.title}</h1>
      </div>
      {data.tasks.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      {groupByDay(data.tasks).map(([day, tasks]) => (
        <section key={day} className="card" aria-label={dateText(day, locale, 'full')}>
          <h2>{dateText(day, locale, 'full')}</h2>
          <ul>
            {tasks.map(task => (
              <TaskRow
                key={task.uid}
                task={task}
                addresses={data.addresses}
                services={data.services}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

/** Days of the list, before and after today. */
const daysBefore = 365
const daysAfter = 60

function useTasks() {
  const { agency } = useSession()
  return useQuery({
    queryKey: ['tasks', agency.uid],
    queryFn: async ({ signal }) => {
      const agencyUid = agency.uid
      const today = Math.floor(Date.now() / dayMs)
      const dates = { from: dateOf(today - daysBefore), to: dateOf(today + daysAfter) }
      const statuses = ['NEW', 'ACCEPTED'] as const
      const [{ jobs }, { properties }, { services }] = await Promise.all([
        call('GET /jobs', { query: { agencyUid, ...dates, statuses: [...statuses] }, signal }),
        call('GET /properties', { query: { agencyUid, _limit: 500 }, signal }),
        call('GET /services', { query: { agencyUid }, signal }),
      ])
      const tasks = jobs.toSorted((a, b) => (a.endLocalDateTime < b.endLocalDateTime ? -1 : 1))
      const titles = new Map(services.map(({ uid, title }) => [uid, title]))
      return { tasks, addresses: listAddresses(properties), services: titles }
    },
    // Cleaners receive no events.
    refetchInterval: 60_000,
  })
}

interface TaskRowProps {
  task: Task
  addresses: ReadonlyMap<string, { name: string; address: string }>
  services: ReadonlyMap<string, string>
}

function TaskRow({ task, addresses, services }: TaskRowProps) {
  const texts = useTaskTranslations()
  const site = addresses.get(task.propertyUid)
  const { accept, done } = useTaskWrites(task, site?.name ?? '')
  const mayWrite = may(useSession(), 'ownJobs:write')
  const write = task.status === 'NEW' ? accept : done
  const time = (at: string) => at.slice(11, 16)
  return (
    <li className="task">
      <div>
        <strong>{site?.name}</strong>
        <p>
          {services.get(task.serviceUid)} · {time(task.startLocalDateTime)}–
          {time(task.endLocalDateTime)}
        </p>
        <p className="quiet small">{site?.address}</p>
        {task.notes ? <p className="small">{task.notes}</p> : null}
        {write.error ? <Problem error={write.error} retry={() => void write.run(null)} /> : null}
      </div>
      {mayWrite ? (
        <Button
          className={task.status === 'NEW' ? 'button plain' : 'button'}
          isDisabled={write.isPending}
          aria-label={`${task.status === 'NEW' ? texts.accept : texts.done}: ${site?.name ?? ''}`}
          onPress={() => void write.run(null)}
        >
          {task.status === 'NEW' ? texts.accept : texts.done}
        </Button>
      ) : null}
    </li>
  )
}

function useTaskWrites(task: Task, name: string) {
  const texts = useTaskTranslations()
  const client = useQueryClient()
  const path = { uid: task.uid }
  const refresh = () => void client.invalidateQueries({ queryKey: ['tasks'] })
  const accept = useWrite(
    (_: null, key) => call('POST /jobs/{uid}/accept', { path, key }),
    refresh,
    () => ({ text: () => texts.accepted(name) }),
  )
  const done = useWrite(
    (_: null, key) => call('POST /jobs/{uid}/mark-as-done', { path, body: {}, key }),
    refresh,
    () => ({ text: () => texts.isDone(name) }),
  )
  return { accept, done }
}
