import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('configuration', () => {
  it('[CL6] has a value for everything, so that a start needs no file and no variable', () => {
    expect(readConfig({})).toEqual({
      role: 'all',
      host: '127.0.0.1',
      port: 8000,
      dataDir: resolve('./data'),
      publicUrl: undefined,
      secret: undefined,
      logging: { level: 'info', format: 'text' },
      spoolLimitBytes: undefined,
      spoolReserveBytes: undefined,
      trustProxy: false,
      selfReport: true,
      selfTraces: undefined,
      mail: undefined,
      outboundAllow: [],
      s3: {},
    })
  })

  it('[CL6] lets flags win over the environment', () => {
    const config = readConfig({ HINDCAST_PORT: '9000', HINDCAST_HOST: '0.0.0.0' }, { port: '0' })
    expect(config.port).toBe(0)
    expect(config.host).toBe('0.0.0.0')
  })

  it('[CL6] takes an empty variable for one that is not set', () => {
    expect(readConfig({ HINDCAST_PORT: '' }).port).toBe(8000)
  })

  it('[OP93] reports of its own pages only what the operator said', () => {
    const chosen = (value: string) => {
      const { selfReport, selfTraces } = readConfig({ HINDCAST_SELF_REPORT: value })
      return { selfReport, selfTraces }
    }
    expect(chosen('off')).toEqual({ selfReport: false, selfTraces: false })
    expect(chosen('on')).toEqual({ selfReport: true, selfTraces: false })
    expect(chosen('traces')).toEqual({ selfReport: true, selfTraces: true })
  })

  it('[CL6] reads a list of hosts', () => {
    const config = readConfig({ HINDCAST_OUTBOUND_ALLOW: 'Maps.internal, 10.0.0.5:8080,[fd00::5]:9000,' })
    expect(config.outboundAllow).toEqual(['maps.internal', '10.0.0.5:8080', '[fd00::5]:9000'])
  })

  it.each([
    ['HINDCAST_PORT', 'eighty'],
    ['HINDCAST_PORT', '70000'],
    ['HINDCAST_URL', 'not an address'],
    ['HINDCAST_SECRET', 'short'],
    ['HINDCAST_LOG', 'loud'],
    ['HINDCAST_SPOOL_LIMIT_MB', '0'],
    ['HINDCAST_TRUST_PROXY', 'yes'],
    ['HINDCAST_SELF_REPORT', 'no'],
    ['HINDCAST_SMTP_URL', 'mail.example'],
    ['HINDCAST_MAIL_FROM', 'nobody'],
    ['HINDCAST_OUTBOUND_ALLOW', 'http://maps.internal/'],
    ['HINDCAST_DATABASE_URL', 'mysql://hindcast:hunter2@db/hindcast'],
    ['HINDCAST_DATABASE_URL', 'postgres://hindcast:hunter2@db'],
    ['HINDCAST_DATABASE_URL', 'hunter2'],
    ['HINDCAST_CLICKHOUSE_URL', 'http://ann:hunter2@columns:8123'],
    ['HINDCAST_CLICKHOUSE_URL', 'tcp://ann:hunter2@columns:9000/hindcast'],
    ['HINDCAST_CLICKHOUSE_URL', 'http://ann:hunter2@columns:8123/hind-cast'],
    ['HINDCAST_CLICKHOUSE_URL', 'http://ann:hunter2@columns:8123/hindcast?sharded=true'],
    ['HINDCAST_CLICKHOUSE_URL', 'http://ann:hunter2@columns:8123/hindcast?cluster=a-b'],
    ['HINDCAST_CLICKHOUSE_URL', 'http://ann:hunter2@columns:8123/hindcast?secure=1'],
    ['HINDCAST_CLICKHOUSE_URL', 'hunter2'],
  ])('[CL6] names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
    expect(() => readConfig({ [name]: value })).not.toThrow(/hunter2/)
  })

  it('[CL6] wants an address to send mail from where it has a mail server', () => {
    const url = 'smtp://ann:hunter2@mail.example:587'
    expect(() => readConfig({ HINDCAST_SMTP_URL: url })).toThrow(/^HINDCAST_MAIL_FROM(?!.*hunter2)/)
    const mail = { url, from: 'Hindcast <alerts@shop.example>' }
    expect(readConfig({ HINDCAST_SMTP_URL: url, HINDCAST_MAIL_FROM: mail.from }).mail).toEqual(mail)
  })

  it('[CL6] takes the address of ClickHouse, alone or of a cluster', () => {
    const address = 'https://ann:hunter%402@columns:8443/hindcast'
    const { clickhouse } = readConfig({ HINDCAST_CLICKHOUSE_URL: address })
    expect(clickhouse).toEqual({
      origin: 'https://columns:8443',
      username: 'ann',
      password: 'hunter@2',
      database: 'hindcast',
      layout: { kind: 'single' },
      name: 'https://columns:8443/hindcast',
    })
    const layoutOf = (query: string) =>
      readConfig({ HINDCAST_CLICKHOUSE_URL: `${address}?${query}` }).clickhouse?.layout
    expect(layoutOf('cluster=all')).toEqual({ kind: 'replicated', cluster: 'all' })
    expect(layoutOf('cluster=all&sharded=true')).toEqual({ kind: 'sharded', cluster: 'all' })
    expect(readConfig({}).clickhouse).toBeUndefined()
  })

  it('[CL6] takes the address of a database', () => {
    const url = 'postgresql://hindcast:hunter2@db:5432/hindcast?sslmode=verify-full'
    expect(readConfig({ HINDCAST_DATABASE_URL: url }).database).toBe(url)
    expect(readConfig({}).database).toBeUndefined()
  })

  it('[CL6] keeps a secret out of the sentence that refuses it', () => {
    expect(() => readConfig({ HINDCAST_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  })
})
