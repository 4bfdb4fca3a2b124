import { expect } from 'vitest'
import { pick, type Random } from '../../packages/server/src/domain/seeded-random.ts'
import { eventually } from './eventually.ts'
import type { StoreName, TestNode, TestNodes } from './nodes.ts'
import { send } from './send.ts'

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
    stopped(cluster),
    ...nodes.filter(({ disk }) => disk !== undefined).map((node) => filled(cluster, node)),
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
  expect(message).toMatch(/can’t be reached|connection to the database was lost|the database is /)
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

/** The process itself, as for an upgrade: what is under way is broken off, and its port refuses. */
function stopped({ postgres, nodes, init }: TestNodes): Fault {
  return {
    what: 'postgres is stopped',
    begin: () => postgres.stop(),
    async check() {
      for (const node of nodes)
        if (node.server.running()) await refusesReads(node, `/api/v1/projects/${init.project}/issues`)
    },
    end: () => postgres.start(),
  }
}

/** To the last byte. */
function filled({ projectId, publicKey }: TestNodes, node: TestNode): Fault {
  let free: (() => Promise<void>) | undefined
  return {
    what: `the disk of ${node.name} is full`,
    async begin() {
      free = await node.disk!.fill(0)
    },
    async check() {
      if (!node.server.running()) return
      const session = {
        method: 'POST',
        path: `/api/${projectId}/envelope/`,
        query: `?sentry_key=${publicKey}`,
      }
      const refusal = await eventually('a refusal', async () => {
        const answer = await send(node.origin, {
          ...session,
          body: Buffer.from('{}\n{"type":"client_report"}\n{}\n'),
        })
        return answer.status === 200 ? undefined : answer
      })
      expect(refusal).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string },
      })
      expect((await send(node.origin, { method: 'GET', path: '/healthz' })).status).toBe(200)
      expect((await send(node.origin, { method: 'GET', path: '/readyz' })).status).toBe(503)
    },
    async end() {
      await free?.()
      await eventually('being ready again', async () => {
        if (!node.server.running()) return true
        return (await send(node.origin, { method: 'GET', path: '/readyz' })).status === 200 ? true : undefined
      })
    },
  }
}
