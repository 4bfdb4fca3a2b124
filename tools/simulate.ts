import { parseArgs } from 'node:util'
import { readCalibration, type Calibration } from './simulation/calibration.ts'
import { compareWithMeasured } from './simulation/compare.ts'
import { byteLines, cpuLines } from './simulation/cost-tables.ts'
import { costsOf } from './simulation/costs.ts'
import { needsFor, nodeRate, turnMs } from './simulation/needs.ts'
import { fullBatch, USUAL, type Setup } from './simulation/setup.ts'
import { simulate, type Simulated } from './simulation/simulate.ts'

const USAGE = `node tools/simulate.ts [--calibration=FILE]

Says what an event costs, what 1, 10, 100 and 1,000 nodes take, and what a million events a second need. FILE is what
npm run bench -- --scaled --only=cost wrote (bench/results/cost.json); without it, what is kept in the repository.`

const NODES = [1, 10, 100, 1000]
const RATES = [1000, 10_000, 100_000, 1_000_000]

function main(): void {
  const { values } = parseArgs({ options: { calibration: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help === true) {
    console.log(USAGE)
    return
  }
  const calibration = readCalibration(values.calibration)
  const { machine, at, event } = calibration
  console.log(`Measured ${at.slice(0, 10)} on ${machine.cores} × ${machine.processor}, Node ${machine.node}:`)
  console.log(`browser errors of ${count(event.sentBytes)} bytes, ${event.bugs} different ones.\n`)
  tellCosts(calibration)
  checkAgainstMeasured(calibration)
  tellNodes(calibration)
  tellNeeds(calibration)
}

const count = (value: number): string => Math.round(value).toLocaleString('en')
const percent = (share: number): string => `${Math.round(share * 100)} %`

function print(title: string, head: readonly string[], lines: ReadonlyArray<readonly string[]>): void {
  const table = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...table.map((line) => line[column]!.length)))
  const written = (line: readonly string[]) =>
    `| ${line.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  console.log(`${title}\n\n${[written(head), rule, ...lines.map(written)].join('\n')}\n`)
}

function tellCosts(calibration: Calibration): void {
  const forms = ['embedded', 'scaled']
  const batch = count(calibration.embedded.full.eventsPerBatch)
  print(`Processor time of one event, in batches of ${batch}`, ['', ...forms], cpuLines(calibration))
  print('Bytes of one event', ['', ...forms], byteLines(calibration))
}

function checkAgainstMeasured(calibration: Calibration): void {
  const lines = (['embedded', 'scaled'] as const).map((form) => {
    const { measured, simulated, alone } = compareWithMeasured(calibration, form)
    const { availability } = calibration[form].full
    const difference = percent(simulated / measured - 1)
    return [form, percent(availability), count(measured), count(simulated), difference, count(alone)]
  })
  const head = [
    'form',
    'of the machine',
    'measured',
    'simulated',
    'difference',
    'simulated, all of the machine',
  ]
  print('Events a second from a full spool, on the machine of the measurement', head, lines)
}

function tellNodes(calibration: Calibration): void {
  const costs = costsOf(calibration, 'scaled')
  const line = (setup: Setup): readonly string[] => {
    const result = simulate(setup, costs, { before: 3, measured: 6 })
    return [count(setup.nodes), storesOf(setup), count(result.perSecond), busiest(result), delays(result)]
  }
  const perNode = nodeRate(costs, USUAL)
  const lines = NODES.flatMap((nodes) => {
    if (nodes === 1) return [line(USUAL)]
    const needs = needsFor(perNode * nodes, costs, USUAL)
    const apart = { ...USUAL, nodes, projectGroups: nodes }
    const { clickhouseShards } = needs
    const postgresCores = Math.max(USUAL.postgresCores, needs.postgresCores)
    return [line({ ...USUAL, nodes }), line(apart), line({ ...apart, postgresCores, clickhouseShards })]
  })
  print('What nodes of 4 cores take', ['nodes', 'stores', 'events/s', 'busiest', 'until stored, p95'], lines)
}

const storesOf = ({ nodes, projectGroups, postgresCores, clickhouseShards }: Setup): string =>
  `${projectGroups === nodes && nodes > 1 ? 'each project on one node' : 'any project anywhere'}, ` +
  `PostgreSQL of ${count(postgresCores)} cores, ${count(clickhouseShards)} × ClickHouse`

const busiest = ({ bottleneck, utilisation }: Simulated): string =>
  `${bottleneck} (${percent(utilisation.get(bottleneck)!)})`

const delays = ({ delayMs }: Simulated): string => `${count(delayMs.p95)} ms`

function tellNeeds(calibration: Calibration): void {
  const costs = costsOf(calibration, 'scaled')
  const lines = RATES.map((rate) => {
    const needs = needsFor(rate, costs, USUAL)
    return [
      count(rate),
      count(needs.nodes),
      count(needs.postgresCores),
      count(needs.projectGroups),
      count(needs.batchesPerSecond),
      `${count(needs.clickhouseShards)} (${needs.shardsFor})`,
      needs.doorGbitPerSecond.toFixed(1),
      needs.storedTbPerDay.toFixed(2),
    ]
  })
  const head = [
    'events/s',
    'nodes',
    'PostgreSQL cores',
    'groups of projects',
    'batches/s',
    'shards of ClickHouse',
    'Gbit/s at the door',
    'TB/day stored',
  ]
  print('What so many events a second need, with nothing busier than 70 %', head, lines)
  const batch = fullBatch(USUAL, costs.bytes.spool)
  const turn = turnMs(costs, USUAL, batch)
  console.log(
    `A full batch has ${count(batch)} events and keeps others with its projects waiting for ${count(turn)} ms: ` +
      `one project takes up to ${count((batch * 1000) / turn)} events/s, whatever the number of nodes.`,
  )
}

main()
