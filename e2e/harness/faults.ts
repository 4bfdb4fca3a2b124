import { expect } from 'vitest'
import { pick, type Random } from '../../packages/server/src/domain/seeded-random.ts'
import { eventually } from './eventually.ts'
import type { StoreName, TestNode, TestNodes } from './nodes.ts'

/** Something that goes wrong, until it is mended. */
export interface Fault {
  readonly what: string
  begin(): Promise<void>
  /** What has to hold meanwhile. */
  check(): Promise<void>
  end(): Promise<void>
}

const DELAY_MS = 80

/** One of each kind, in random order. */
export function faultsOf(cluster: TestNodes, random: Random): readonly Fault[] {
  const { nodes, init } = cluster
  const one = () => [pick(random, nodes)]
  const faults = [
    killed(pick(random, nodes)),
    cut('postgres', nodes, init.project),
    cut('postgres', one(), init.project),
    cut('clickhouse', nodes, init.project),
    cut('clickhouse', one(), init.project),
    cut('bucket', nodes, init.project),
    stalled('postgres', one()),
    stalled('clickhouse', one()),
    slowed(nodes),
    endedByDatabase(cluster),
  ]
  return faults
    .map((fault) => ({ fault, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ fault }) => fault)
}

const nothing = () => Promise.resolve()
const named = (nodes: readonly TestNode[]) => (nodes.length === 1 ? nodes[0]!.name : 'all nodes')

export function killed(node: TestNode): Fault {
  return {
    what: `${node.name} is killed`,
    begin: () => node.server.kill(),
    check: nothing,
    end: () => node.start(),
  }
}

/** What needs the store; the bucket is not needed for any list. */
const READS: Readonly<Record<StoreName, string | undefined>> = {
  postgres: 'issues',
  clickhouse: 'events',
  bucket: undefined,
}

function cut(store: StoreName, nodes: readonly TestNode[], project: string): Fault {
  const list = READS[store]
  return {
    what: `${store} is cut off from ${named(nodes)}`,
    begin: async () => nodes.forEach(({ lines }) => lines[store].cut()),
    async check() {
      if (list === undefined) return
      for (const node of nodes)
        if (node.server.running()) await refusesReads(node, `/api/v1/projects/${project}/${list}`)
    },
    end: async () => nodes.forEach(({ lines }) => lines[store].mend()),
  }
}

/** With a sentence for people and a time for programs, and not with the failure of a program. */
export async function refusesReads(node: TestNode, path: string): Promise<string> {
  const answer = await eventually('a refused read', async () => {
    const response = await node.api.get(path)
    const text = await response.text()
    if (response.status === 200) return undefined
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text }
  })
  expect(answer, node.name).toMatchObject({
    status: 503,
    retryAfter: expect.stringMatching(/^\d+$/) as string,
  })
  const { message } = JSON.parse(answer.text) as { readonly message: string }
  expect(message).toMatch(/can’t be reached|connection to the database was lost/)
  return message
}

function stalled(store: StoreName, nodes: readonly TestNode[]): Fault {
  return {
    what: `nothing from ${store} reaches ${named(nodes)}`,
    begin: async () => nodes.forEach(({ lines }) => lines[store].stall()),
    check: nothing,
    end: async () => nodes.forEach(({ lines }) => lines[store].mend()),
  }
}

function slowed(nodes: readonly TestNode[]): Fault {
  const lines = nodes.flatMap((node) => Object.values(node.lines))
  return {
    what: `all stores are slow`,
    begin: async () => lines.forEach((line) => line.slow(DELAY_MS)),
    check: nothing,
    end: async () => lines.forEach((line) => line.mend()),
  }
}

function endedByDatabase(cluster: TestNodes): Fault {
  return {
    what: 'postgres ends all connections',
    begin: () => cluster.endConnections(),
    check: nothing,
    end: nothing,
  }
}
