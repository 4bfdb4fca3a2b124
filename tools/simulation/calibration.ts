import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Amount = v.pipe(v.number(), v.finite(), v.minValue(0))
const Microseconds = v.record(v.string(), Amount)

/** Of one server, for one batch. */
const Traffic = v.object({
  sentBytes: Amount,
  receivedBytes: Amount,
  /** Times that the node waited for an answer. */
  trips: Amount,
})

/** What was used while events were digested in batches of one size. */
const Point = v.object({
  events: Amount,
  eventsPerBatch: Amount,
  eventsPerSecond: Amount,
  /** Part of the machine's processor time that other programs left, the load generator among them. */
  availability: v.pipe(Amount, v.maxValue(1)),
  /** Processor time per event by hop: threads of the node, and the servers. */
  cpuMicroseconds: Microseconds,
  /** Of the scaled form, by server. */
  trafficPerBatch: v.optional(v.record(v.string(), Traffic)),
})

const FormCost = v.object({
  /** From a full spool: in the largest batches there are. */
  full: Point,
  /** As events come one by one: in batches of a few. */
  small: Point,
  /** Bytes per event by store. */
  storedBytes: v.record(v.string(), Amount),
  /** Of the digester's thread, in parts of one. */
  digesterShares: v.record(v.string(), Amount),
})

/** What `npm run bench -- --scaled --only=cost` measured, on the machine that it names. */
export const Calibration = v.object({
  at: v.string(),
  machine: v.object({ processor: v.string(), cores: Amount, node: v.string(), syncedMbPerSecond: Amount }),
  event: v.object({ sentBytes: Amount, gzipBytes: Amount, spoolBytes: Amount, bugs: Amount }),
  /** At the door, with 64 connections. */
  accept: v.object({ perSecond: Amount, mainThreadMicroseconds: Amount }),
  embedded: FormCost,
  scaled: FormCost,
})

export type Calibration = v.InferOutput<typeof Calibration>
export type FormCost = v.InferOutput<typeof FormCost>
export type Point = v.InferOutput<typeof Point>

/** The one that is kept in the repository. */
export const CALIBRATION_FILE = join(import.meta.dirname, 'calibration.json')

export const readCalibration = (file = CALIBRATION_FILE): Calibration =>
  v.parse(Calibration, JSON.parse(readFileSync(file, 'utf8')))
