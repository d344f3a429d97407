import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type Bindings = Record<string, unknown>
type Options = Parameters<FastifyBaseLogger['child']>[1]

/** What writes entries, and says whether those of a level are written at all. */
type Logger = FastifyBaseLogger & { isLevelEnabled?(level: string): boolean }

/**
 * The logger of a request, which is told one after the other what all entries are to say. What
 * writes them is made when there is an entry to write.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #logger: Logger
  readonly #options: Options
  #bindings: Bindings
  #writing: FastifyBaseLogger | null = null

  constructor(logger: FastifyBaseLogger, bindings: Bindings, options?: Options) {
    this.#logger = logger
    this.#bindings = bindings
    this.#options = options
  }

  /** Has all further entries say something more. */
  say(bindings: Bindings): void {
    this.#bindings = { ...this.#bindings, ...bindings }
    this.#writing = null
  }

  get level(): string {
    return this.#logger.level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#written().child(bindings, options)
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
    if (this.#logger.isLevelEnabled?.(level) === false) return
    const logger = this.#written()
    const write = logger[level] as (...entry: unknown[]) => void
    write.apply(logger, entry)
  }

  #written(): FastifyBaseLogger {
    this.#writing ??= this.#logger.child(this.#bindings, this.#options)
    return this.#writing
  }
}
