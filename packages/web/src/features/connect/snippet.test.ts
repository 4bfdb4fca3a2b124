import { describe, expect, it } from 'vitest'
import { PLATFORMS } from '../../lib/platform.ts'
import { snippetFor } from './snippet.ts'

const DSN = 'http://0123456789abcdef0123456789abcdef@127.0.0.1:8000/1'

describe('the snippet that connects an app', () => {
  it.each(PLATFORMS)(
    '[UI4] carries the DSN in every file of $name, so that pasting is all there is to do',
    ({ id }) => {
      const { files, install } = snippetFor(id, DSN)
      expect(files.length).toBeGreaterThan(0)
      for (const file of files) expect(file.text).toContain(`dsn: '${DSN}'`)
      const packageName = install.split(' ').at(-1)!
      for (const file of files) expect(file.text).toContain(`from '${packageName}'`)
    },
  )
})
