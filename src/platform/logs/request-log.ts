import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type Bindings = Record<string, unknown>
type Options = Parameters<FastifyBaseLogger['child']>[1]

/** Logger with the optional check if a level is enabled. */
type Logger = FastifyBaseLogger & { isLevelEnabled?(level: string): boolean }

/**
 * Logger of a request that collects bindings. The child logger is created when the first entry is
 * written.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #logger: Logger
  readonly #options: Options
  #bindings: Bindings
  #childLogger: FastifyBaseLogger | null = null

  constructor(logger: FastifyBaseLogger, bindings: Bindings, options?: Options) {
    this.#logger = logger
    this.#bindings = bindings
    this.#options = options
  }

  addBindings(bindings: Bindings): void {
    this.#bindings = { ...this.#bindings, ...bindings }
    // The next entry needs a child with the new bindings.
    this.#childLogger = null
  }

  get level(): string {
    return this.#logger.level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#openChild().child(bindings, options)
  }

  fatal(...entry: unknown[]): void {
    this.#write('fatal', entry)
  }

  error(...entry: unknown[]): void {
    this.#write('error', entry)
  }

  warn(...entry: unknown[]): void {
    this.#write('warn', entry)
  }

  info(...entry: unknown[]): void {
    this.#write('info', entry)
  }

  debug(...entry: unknown[]): void {
    this.#write('debug', entry)
  }

  trace(...entry: unknown[]): void {
    this.#write('trace', entry)
  }

  silent(): void {}

  #write(level: Level, entry: unknown[]): void {
    // No child is created for an entry that is discarded.
    if (this.#logger.isLevelEnabled?.(level) === false) return
    const logger = this.#openChild()
    const write = logger[level] as (...entry: unknown[]) => void
    write.apply(logger, entry)
  }

  #openChild(): FastifyBaseLogger {
    this.#childLogger ??= this.#logger.child(this.#bindings, this.#options)
    return this.#childLogger
  }
}
