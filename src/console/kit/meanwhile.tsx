/**
 * What others change of an object while somebody has it in a form: it is told, and what was typed
 * stays until they have decided.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../words/words.tsx'
import type { Form } from './form.tsx'

export interface Meanwhile<V> {
  /** What the form began with, or what has been taken since: what differs from it was typed. */
  base: V
  /** The state of the object that the form is about. */
  etag: string | undefined
  /** The fields that others have changed to something else than what stands in the form. */
  names: (keyof V & string)[]
  /** Whether one of them was typed into, too. */
  isContested: boolean
  /** Goes on with what was typed, or with what others made of it; other fields are theirs. */
  settle: (isMine: boolean) => void
}

interface Now<V> {
  /** The object as it is now. */
  values: V
  etag?: string | undefined
  /** While it is sent, it is this form that changes it. */
  isPending?: boolean
}

/**
 * Compares a form with the object that it is a form of.
 *
 * @param first the object as the form began with it
 */
export function useMeanwhile<V extends object>(
  form: Pick<Form<V>, 'values' | 'rebase'>,
  now: Now<V>,
  first = now.values,
): Meanwhile<V> {
  const [began, setBegan] = useState({ base: first, etag: now.etag })
  const { base } = began
  const all = Object.keys(base) as (keyof V & string)[]
  const changed = all.filter(name => !isSame(base[name], now.values[name]))
  const names = changed.filter(name => !isSame(form.values[name], now.values[name]))
  const isTyped = (name: keyof V) => !isSame(base[name], form.values[name])
  const adopt = (taken?: Partial<V>) => {
    setBegan({ base: now.values, etag: now.etag })
    form.rebase(now.values, taken)
  }
  const isAsIs = changed.length > 0 && names.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is so
  useEffect(() => {
    if (isAsIs) adopt()
  }, [isAsIs])
  return {
    base,
    // What changed besides is no part of the form.
    etag: changed.length === 0 ? now.etag : began.etag,
    names: now.isPending ? [] : names,
    isContested: names.some(isTyped),
    settle: isMine => {
      const theirs = names.filter(name => !isMine || !isTyped(name))
      adopt(Object.fromEntries(theirs.map(name => [name, now.values[name]])) as Partial<V>)
    },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

export interface Changed {
  name: string
  before: ReactNode
  now: ReactNode
}

interface ChangedMeanwhileProps {
  changes: readonly Changed[]
  /** Who, and how long ago; null: nobody knows. */
  who: string | null
  ago: string | null
  /** Whether something was typed that theirs would replace. */
  isContested: boolean
  settle: (isMine: boolean) => void
}

/** Tells who changed what, from what to what, and asks what shall be. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { changes, who, ago, isContested, settle } = props
  const { meanwhile } = useWords()
  if (changes.length === 0) return null
  const shown = (value: ReactNode) =>
    value === '' || value === null ? <i>{meanwhile.empty}</i> : <bdi>{value}</bdi>
  return (
    <div className="meanwhile" role="alert">
      <p>
        <b>{meanwhile.title(who ?? meanwhile.somebody, ago)}</b>
      </p>
      <dl className="changes">
        {changes.map(({ name, before, now }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <del>
                <span className="for-readers">{meanwhile.before} </span>
                {shown(before)}
              </del>{' '}
              <span aria-hidden="true">→</span>{' '}
              <ins>
                <span className="for-readers">{meanwhile.now} </span>
                {shown(now)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      <Button className="button plain small" onPress={() => settle(false)}>
        {isContested ? meanwhile.take : meanwhile.goOn}
      </Button>
      {isContested ? (
        <Button className="button plain small" onPress={() => settle(true)}>
          {meanwhile.keep}
        </Button>
      ) : null}
    </div>
  )
}
