import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCommands } from '#lib/commands/commands.ts'
import { stepLinks } from '#lib/commands/step-links.ts'
import { releasesQuery } from '#product/releases/release-queries.ts'

export function useListKeys(): void {
  useCommands([
    {
      id: 'next-release',
      title: msg`Next release in the list`,
      group: 'list',
      keys: ['j'],
      listed: false,
      run: () => stepLinks(1),
    },
    {
      id: 'previous-release',
      title: msg`Previous release in the list`,
      group: 'list',
      keys: ['k'],
      listed: false,
      run: () => stepLinks(-1),
    },
  ])
}

/** From one release to the next without going back to the list. */
export function useReleaseKeys(project: string, version: string): void {
  const navigate = useNavigate()
  const { data } = useQuery(releasesQuery(project))
  const versions = data?.releases.map((release) => release.version) ?? []
  const at = versions.indexOf(version)
  const neighbour = (by: number) => (at < 0 ? undefined : versions[at + by])
  const go = (to: string | undefined) =>
    to !== undefined &&
    void navigate({ to: '/projects/$project/releases/$version', params: { project, version: to } })
  useCommands([
    {
      id: 'older-release',
      title: msg`Older release`,
      group: 'go',
      keys: ['['],
      enabled: () => neighbour(1) !== undefined,
      run: () => void go(neighbour(1)),
    },
    {
      id: 'newer-release',
      title: msg`Newer release`,
      group: 'go',
      keys: [']'],
      enabled: () => neighbour(-1) !== undefined,
      run: () => void go(neighbour(-1)),
    },
  ])
}
