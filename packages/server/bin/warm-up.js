// Fills the compile cache ahead of the first start, for an installation that cannot be written later: `node bin/warm-up.js`.
import { COMPILED, warmCompileCache } from './compile-cache.js'

warmCompileCache({ ...process.env, NODE_COMPILE_CACHE: COMPILED })
