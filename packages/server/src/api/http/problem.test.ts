import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { createErrorHandler } from './problem.ts'

function createApp(error: Error) {
  const entries: Array<Record<string, unknown>> = []
  const app = new Hono({ strict: false })
  app.onError(
    createErrorHandler({
      debug() {},
      info() {},
      warn() {},
      error: (message, fields) => void entries.push({ message, ...fields }),
    }),
  )
  app.get('/api/:version/:thing', () => {
    throw error
  })
  return { app, entries }
}

describe('problems', () => {
  it('[AP3] gives an expected failure its status, code and message', async () => {
    const { app, entries } = createApp(new AppError('conflict', 'There is one already.'))
    const response = await app.request('/api/v1/x')
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ code: 'conflict', message: 'There is one already.' })
    expect(entries).toEqual([])
  })

  it('[AP4] reveals only a digest of an unexpected failure, which the log has too', async () => {
    const { app, entries } = createApp(new Error('no such column: secret_path'))
    const response = await app.request('/api/v1/x')
    const body = (await response.json()) as { digest: string }
    expect(response.status).toBe(500)
    expect(body).toEqual({
      code: 'internal',
      message: 'Hindcast failed to answer this request.',
      digest: expect.stringMatching(/^\d{10}$/),
    })
    expect(entries).toMatchObject([
      {
        digest: body.digest,
        route: 'GET /api/:version/:thing',
        path: '/api/v1/x',
        error: { message: 'no such column: secret_path' },
      },
    ])
  })

  it.each([
    [new AppError('not_found', 'Project not found.'), 404, { detail: 'Project not found.' }],
    [
      new Error('inner'),
      500,
      { detail: 'Hindcast failed to answer this request.', digest: expect.stringMatching(/^\d{10}$/) },
    ],
  ])('[AP16] speaks of failures under /api/0 as existing tools expect', async (error, status, body) => {
    const response = await createApp(error).app.request('/api/0/organizations/')
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(body)
  })
})
