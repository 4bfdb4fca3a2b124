import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCommands } from '#lib/commands/commands.ts'
import { releasesQuery } from '#product/releases/release-queries.ts'

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
