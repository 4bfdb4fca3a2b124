import type { Calibration } from './calibration.ts'
import { besideOthers, costsOf } from './costs.ts'
import { ON_THE_MEASURED_MACHINE } from './setup.ts'
import { simulate } from './simulate.ts'

export interface Comparison {
  readonly measured: number
  readonly simulated: number
  /** What the same machine would do if nothing else ran on it. */
  readonly alone: number
}

/** Events a second from a full spool: as they were measured, and as the simulation of that machine has them. */
export function compareWithMeasured(calibration: Calibration, form: 'embedded' | 'scaled'): Comparison {
  const { full } = calibration[form]
  const costs = costsOf(calibration, form)
  const setup = { ...ON_THE_MEASURED_MACHINE, form, coresPerNode: calibration.machine.cores }
  return {
    measured: full.eventsPerSecond,
    simulated: simulate(setup, besideOthers(costs, full.availability)).perSecond,
    alone: simulate(setup, costs).perSecond,
  }
}
