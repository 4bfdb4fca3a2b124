import { describe, expect, it } from 'vitest'
import { releasesSeen } from './releases-seen.ts'

describe('releasesSeen', () => {
  it('[PL66] names each release of a project once, with its first and last moment', () => {
    const seen = (projectId: string, release: string | undefined, receivedAt: number) => ({
      projectId,
      release,
      receivedAt,
    })
    const rows = [
      seen('1', 'shop@1', 20),
      seen('1', 'shop@1', 10),
      seen('1', 'shop@1', 30),
      seen('1', undefined, 5),
      seen('2', 'shop@1', 40),
      seen('1', 'shop@2', 50),
    ]
    expect(releasesSeen(rows)).toEqual([
      { projectId: '1', version: 'shop@1', firstAt: 10, lastAt: 30 },
      { projectId: '2', version: 'shop@1', firstAt: 40, lastAt: 40 },
      { projectId: '1', version: 'shop@2', firstAt: 50, lastAt: 50 },
    ])
  })
})
