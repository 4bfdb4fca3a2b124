import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bringMcpServer } from './client-packages.ts'
import { MCP } from './paths.ts'
import { toolEnvironment } from './sentry-cli.ts'

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

/** Sentry’s MCP server as an assistant runs it: a process that speaks JSON-RPC in lines. */
export interface McpServer {
  /** What it offers at the top; the others are called through `execute_sentry_tool`. */
  tools(): Promise<readonly string[]>
  call(tool: string, args: object): Promise<ToolAnswer>
  close(): Promise<void>
}

interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** With a key it would ask a language model. */
const NO_MODEL = Object.fromEntries(
  ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OPENROUTER_API_KEY', 'AZURE_OPENAI_API_KEY'].map((name) => [
    name,
    undefined,
  ]),
)

export async function startMcpServer(origin: string, token: string): Promise<McpServer> {
  await bringMcpServer((line) => console.log(line))
  const home = await mkdtemp(join(tmpdir(), 'hindcast-mcp-'))
  const program = join(MCP, 'node_modules/@sentry/mcp-server/dist/index.js')
  // Without a DSN it does not report its own errors to Sentry.
  const flags = [
    `--access-token=${token}`,
    `--host=${new URL(origin).host}`,
    '--insecure-http',
    '--sentry-dsn=',
  ]
  const child = spawn(process.execPath, [program, ...flags, '--all-skills'], {
    env: { ...process.env, ...toolEnvironment(undefined, home), ...NO_MODEL },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const waiting = new Map<number, (message: Message) => void>()
  createInterface(child.stdout).on('line', (line) => {
    const message = JSON.parse(line) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })
  child.once('exit', () => {
    for (const answer of waiting.values()) answer({ error: { message: `the MCP server ended:\n${said}` } })
  })

  let last = 0
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  async function request<Result>(method: string, params: object): Promise<Result> {
    const id = (last += 1)
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
    write({ id, method, params })
    const { result, error } = await answer
    waiting.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result as Result
  }

  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'hindcast-e2e', version: '1' },
  })
  write({ method: 'notifications/initialized' })
  return {
    async tools() {
      const { tools } = await request<{ tools: ReadonlyArray<{ name: string }> }>('tools/list', {})
      return tools.map(({ name }) => name)
    },
    async call(tool, args) {
      const { content, isError = false } = await request<{
        content: ReadonlyArray<{ text?: string }>
        isError?: boolean
      }>('tools/call', { name: 'execute_sentry_tool', arguments: { name: tool, arguments: args } })
      return { text: content.map(({ text }) => text ?? '').join('\n'), isError }
    },
    async close() {
      const exit = once(child, 'exit')
      child.stdin.end()
      child.kill('SIGTERM')
      await exit
      await rm(home, { recursive: true, force: true })
    },
  }
}
