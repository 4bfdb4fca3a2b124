const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export interface NextSignal {
  readonly signal: Promise<NodeJS.Signals>
  /** From now on they end the process at once, as without a listener. */
  forget(): void
}

/** The first request to end. */
export function nextSignal(): NextSignal {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  for (const name of SIGNALS) process.once(name, resolve)
  return {
    signal: promise,
    forget() {
      for (const name of SIGNALS) process.off(name, resolve)
    },
  }
}

/** Thrown where the process is asked to end before it had its stores. */
export class StoppedEarly extends Error {
  override readonly name = 'StoppedEarly'
  readonly signal: NodeJS.Signals
  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }
}
