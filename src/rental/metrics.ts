/** Prometheus metrics of a server: those of the platform, and those of the business. */
import { Counter, Histogram } from 'prom-client'
import {
  ObservedGauge,
  openPlatformMetrics,
  type PlatformMetrics,
} from '../platform/metrics/metrics.ts'

export interface Metrics extends PlatformMetrics {
  /** Sign-in attempts. */
  signIns: Counter<'outcome'>
  /** Leads that expired, by their former type and status. */
  leadsLapsed: Counter<'type' | 'status'>
  /** Duration of attempts to deliver an event, in seconds. */
  deliveryAttempts: Histogram<'outcome'>
  /** Time from the commit of an event to its first attempt, in seconds. */
  deliveryDelay: Histogram
  /** Age of the oldest due delivery, in seconds. */
  deliveryBacklog: ObservedGauge
  openDeliveries: ObservedGauge
  failingWebhooks: ObservedGauge
  /** E-mails that wait: messages to guests, and mails of the server itself. */
  waitingMails: ObservedGauge<'to'>
  /** Time of the newest backup, in Unix seconds. */
  lastBackup: ObservedGauge
}

/** Creates the metrics of one server or worker. */
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
      help: 'Duration of attempts to deliver an event, by outcome',
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
    openDeliveries: new ObservedGauge(platform.registry, {
      name: 'lodgepole_deliveries_open',
      help:
        'Deliveries to active webhooks that wait for an attempt, at most 100000, ' +
        'over all processes',
    }),
    failingWebhooks: new ObservedGauge(platform.registry, {
      name: 'lodgepole_webhooks_failing',
      help: 'Active webhooks whose last deliveries have all failed, over all processes',
    }),
    waitingMails: new ObservedGauge(platform.registry, {
      name: 'lodgepole_mails_waiting',
      help: 'E-mails that wait to be sent, over all processes, to guests or to agencies',
      labelNames: ['to'],
    }),
    lastBackup: new ObservedGauge(platform.registry, {
      name: 'lodgepole_backup_last_success_timestamp_seconds',
      help: 'Time of the newest backup by command or schedule; missing: there is none',
    }),
  }
}

interface DeliveryAttempt {
  /** Outcome as in `delivery_attempts.outcome`: contract/events.md §9.14. */
  outcome: string
  seconds: number
  /** Time from the commit of the event to the start of its first attempt; null for later ones. */
  delaySeconds: number | null
}

/** Records a finished attempt to deliver an event. */
export function countAttempt(
  { deliveryAttempts, deliveryDelay }: Metrics,
  { outcome, seconds, delaySeconds }: DeliveryAttempt,
): void {
  deliveryAttempts.observe({ outcome }, seconds)
  if (delaySeconds !== null) deliveryDelay.observe(delaySeconds)
}
