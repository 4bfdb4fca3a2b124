import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { readFrames } from './frames.ts'

const own = (platform: string, ...frames: readonly JsonObject[]) =>
  readFrames({ frames: [...frames] }, platform).map(({ inApp }) => inApp)

const MINE = { module: 'shop.jobs', abs_path: '/srv/app/shop/jobs.py', function: 'run' }

describe('which frames are in-app', () => {
  it('[GR122] are those that the SDK names, where it names any: silence about the others means no', () => {
    const stdlib = { module: 'urllib.request', abs_path: '/usr/lib/python3.11/urllib/request.py' }
    expect(own('python', { ...MINE, in_app: true }, stdlib)).toEqual([true, false])
    const theirs = { module: 'acme.pool.Pool', function: 'borrow' }
    expect(own('java', { module: 'com.shop.Cart', in_app: true }, theirs)).toEqual([true, false])
  })

  it('[GR122] are those of no known package where the SDK names none', () => {
    expect(
      own(
        'java',
        { module: 'com.shop.Cart', function: 'pay' },
        { module: 'org.springframework.web.Filter', function: 'doFilter' },
        { module: 'sun.nio.ch.Net', function: 'connect' },
        { module: 'java.net.Socket', function: 'connect' },
      ),
    ).toEqual([true, false, false, false])
    const packaged = {
      module: 'requests.api',
      abs_path: '/srv/venv/lib/python3.11/site-packages/requests/api.py',
    }
    expect(own('python', MINE, packaged)).toEqual([true, false])
  })

  it.each([
    ['python', { module: 'sentry_sdk.hub', abs_path: '/srv/app/sentry_sdk/hub.py' }],
    ['python', { module: 'json', abs_path: '/usr/local/lib/python3.13/json/__init__.py' }],
    ['python', { module: 'json', abs_path: 'C:\\Python313\\Lib\\json\\__init__.py' }],
    ['python', { module: '_pytest.runner', abs_path: '/srv/app/_pytest/runner.py' }],
    ['java', { module: 'java.util.concurrent.FutureTask' }],
    ['java', { module: 'org.junit.jupiter.engine.Main' }],
    ['java', { module: 'io.sentry.Sentry' }],
    ['rust', { function: 'std::panicking::begin_panic_handler::{{closure}}' }],
    ['rust', { function: 'sentry_panic::PanicIntegration::panic_handler' }],
    ['rust', { function: '<alloc::boxed::Box<F,A> as core::ops::function::Fn<Args>>::call' }],
    ['rust', { function: 'rust_begin_unwind' }],
    ['native', { function: '<E as anyhow::context::ext::StdError>::ext_context' }],
    ['native', { function: 'at /rustc/59807616/library/core/src/ops/function.rs:287:21' }],
    ['go', { module: 'runtime', function: 'gopanic' }],
    ['go', { module: 'github.com/getsentry/sentry-go/http', function: 'handle' }],
    ['go', { module: 'testing', function: 'tRunner' }],
    ['ruby', { function: 'call', abs_path: '/usr/lib/ruby/3.3.0/net/http.rb' }],
    ['ruby', { function: 'with_scope', abs_path: '/srv/app/vendor/gems/sentry-ruby-5.1/lib/hub.rb' }],
    ['php', { function: 'Sentry\\captureException', abs_path: '/srv/app/lib/sentry.php' }],
    ['php', { function: 'GuzzleHttp\\Client::request', abs_path: '/srv/app/vendor/guzzle/Client.php' }],
  ])('[GR122] are never those of the runtime, test runners and the SDK: %s %j', (platform, frame) => {
    expect(own(platform, { ...frame, in_app: true })).toEqual([false])
  })

  it('[GR122] are those of the application where it implements what the runtime calls', () => {
    expect(own('native', { function: '<shop::Van as core::fmt::Display>::fmt', in_app: true })).toEqual([
      true,
    ])
    expect(own('native', { function: 'shop::main', in_app: true })).toEqual([true])
  })

  it('[GR122] are not the built-in methods of Ruby, which stand at the line of their caller', () => {
    const at = (name: string, lineno: number) => ({
      function: name,
      abs_path: '/srv/lib/a.rb',
      lineno,
      in_app: true,
    })
    const frames = [
      at('price_of', 3),
      at('each', 3),
      at('block in price_of', 3),
      at('fetch', 3),
      at('walk', 9),
    ]
    expect(own('ruby', ...frames)).toEqual([true, false, true, false, true])
  })

  it('[GR122] are those of a package that the project calls its own', () => {
    const path = '/srv/venv/lib/python3.11/site-packages/shop_core/cart.py'
    expect(own('python', { module: 'shop_core.cart', abs_path: path, in_app: true })).toEqual([true])
  })

  it('[GR122] are for JavaScript what they always were', () => {
    const frames = [
      { filename: '/srv/app.js' },
      { filename: '/srv/node_modules/x/i.js' },
      { filename: '/srv/node_modules/x/i.js', in_app: true },
    ]
    for (const platform of ['javascript', 'node', 'other'])
      expect(own(platform, ...frames)).toEqual([true, false, true])
  })

  it('[GR130] takes one look at the beginning of a name, however long it is', () => {
    const long = 'dyn &'.repeat(200_000)
    expect(own('rust', { function: long })).toEqual([true])
    expect(own('python', { abs_path: '/lib/python3'.repeat(100_000) })).toHaveLength(1)
  })
})
