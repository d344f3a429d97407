/** What a server tells Prometheus of itself: that of the machinery, and that of the business. */
import { Counter, Histogram } from 'prom-client'
import { ObservedGauge, openPlatformMetrics, type PlatformMetrics } from '../platform/metrics.ts'

export interface Metrics extends PlatformMetrics {
  /** Attempts to sign in. */
  signIns: Counter<'outcome'>
  /** Leads that were closed because their timer had ended, by what they were. */
  leadsLapsed: Counter<'type' | 'status'>
  /** Seconds that an attempt to deliver an event took. */
  deliveryAttempts: Histogram<'outcome'>
  /** Seconds from the commit of an event to its first attempt. */
  deliveryDelay: Histogram
  /** Seconds that the delivery which is due the longest has waited. */
  deliveryBacklog: ObservedGauge
}

/** Makes the metrics of one server or worker. */
export function openMetrics(): Metrics {
  const platform = openPlatformMetrics()
  const registers = [platform.registry]
  return {
    ...platform,
    signIns: new Counter({
      name: 'lodgepole_sign_in_total',
      help: 'Sign-in attempts of employees: ok, refused, delayed after too many, or busy',
      labelNames: ['outcome'],
      registers,
    }),
    leadsLapsed: new Counter({
      name: 'lodgepole_leads_lapsed_total',
      help: 'Leads closed because their timer expired, by former type and status',
      labelNames: ['type', 'status'],
      registers,
    }),
    deliveryAttempts: new Histogram({
      name: 'lodgepole_delivery_attempt_duration_seconds',
      help: 'Duration of webhook delivery attempts, by outcome',
      labelNames: ['outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
      registers,
    }),
    deliveryDelay: new Histogram({
      name: 'lodgepole_delivery_delay_seconds',
      help: 'Time from the commit of an event to the first attempt to deliver it',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30, 300, 3_600],
      registers,
    }),
    deliveryBacklog: new ObservedGauge(platform.registry, {
      name: 'lodgepole_delivery_backlog_age_seconds',
      help: 'Age of the oldest due webhook delivery, over all processes',
    }),
  }
}

interface Attempt {
  /** As `delivery_attempts.outcome` says it: contract/events.md §9.14. */
  outcome: string
  seconds: number
  /** From the commit of the event to the start; null: it was not the first attempt. */
  delaySeconds: number | null
}

/** Counts an attempt to deliver an event that has ended. */
export function countAttempt(
  { deliveryAttempts, deliveryDelay }: Metrics,
  { outcome, seconds, delaySeconds }: Attempt,
): void {
  deliveryAttempts.observe({ outcome }, seconds)
  if (delaySeconds !== null) deliveryDelay.observe(delaySeconds)
}
