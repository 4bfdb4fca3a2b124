import { describe, expect, it } from 'vitest'
import { scopesOf } from './enclosing-function.ts'

/** The name at the place marked with `@`. */
function nameIn(marked: string): string | undefined {
  const at = marked.indexOf('@')
  const source = marked.replace('@', '')
  const before = marked.slice(0, at).split('\n')
  return scopesOf(source).nameAt(before.length, before.at(-1)!.length)
}

describe('the function around a place in a source', () => {
  it.each([
    ['function priceOf(item) {\n  return @item.price\n}', 'priceOf'],
    ['export default async function load() { @x() }', 'load'],
    ['const a = function () { @x() }', 'a'],
    ['const a = function named() { @x() }', 'named'],
    ['const sum = (a, b) => @a.c + b', 'sum'],
    ['const sum = async (a) => {\n @a() }', 'sum'],
    ['const one = x => @x.y\nconst two = 2', 'one'],
    ['exports.pay = function* () { @x() }', 'pay'],
    ['const api = { fetchAll: async () => { @x() } }', 'fetchAll'],
    ["const api = { 'fetch-all'() { @x() } }", 'fetch-all'],
    ['const api = { async *all() { @x() }, other() {} }', 'all'],
  ])('[SM34] names what has a name of its own or is given one: %s', (source, name) => {
    expect(nameIn(source)).toBe(name)
  })

  it.each([
    ['class Cart extends mixin(Base) { checkout() { @x() } }', 'Cart.checkout'],
    ['class Cart {\n  total = 0\n  get sum() { return @this.x }\n}', 'Cart.sum'],
    ['class Cart { constructor(a) { @a() } }', 'new Cart'],
    ['class Cart {\n  onClick = () => { @x() }\n}', 'Cart.onClick'],
    ['class Cart { #secret() { @x() } }', 'Cart.#secret'],
    ['const Cart = class { static of() { @x() } }', 'Cart.of'],
  ])('[SM34] names a method with its class: %s', (source, name) => {
    expect(nameIn(source)).toBe(name)
  })

  it.each([
    ['function f<T extends { a: string }>(x: T): Promise<{ a: string }> { @x() }', 'f'],
    ['const load = (id: string): Promise<Item[]> => { @x() }', 'load'],
    ['const onSave: Handler<{ a: 1 }> = (e) => { @x() }', 'onSave'],
    ['class A { private async run<T>(x: T): Promise<T | undefined> { @x() } }', 'A.run'],
    ['function is(x: unknown): x is { a: 1 } { @x() }', 'is'],
    ['const Row = memo(forwardRef<HTMLElement, Props>(function (p, r) { @x() }))', 'Row'],
    ['const save = useCallback(async () => { @x() }, [])', 'save'],
    ["function View() { return <p title='x'>Don't {items.map((i) => @i.x)} </p> }", 'View.<anonymous>'],
    ['function View() {\n return <a href="/x">it\'s <br /> {"}"} </a>\n}\nfunction next() { @x() }', 'next'],
    ['const a = /[/"}]/.test(b)\nfunction next() { @x() }', 'next'],
    ['const a = `${b ? `}` : c} "`\nfunction next() { @x() }', 'next'],
    ['const a = b / c // "\nfunction next() { return d / @x() }', 'next'],
  ])(
    '[SM34] reads types, JSX, templates and regular expressions without losing its place: %s',
    (source, name) => {
      expect(nameIn(source)).toBe(name)
    },
  )

  it.each([
    ['function load() { items.forEach(function (i) { @x() }) }', 'load.<anonymous>'],
    ['export default () => { @x() }', '<anonymous>'],
    ['const a = (x) => x.y\nimport("b")\n@x()', undefined],
    ['function f() {}\nif (a) { @x() }', undefined],
    ['const v = a ? b(c) : { d() { @x() } }', 'd'],
    ['', undefined],
  ])('[SM34] says where a function without a name is, and nothing outside of all: %s', (source, name) => {
    expect(nameIn(source)).toBe(name)
  })

  it.each([
    [
      'a Vue component',
      `<template>\n<p v-if="open">It's {{ total }}</p>\n</template>\n<script setup>\nfunction pay() {\n @charge()\n}\n</script>`,
      'pay',
    ],
    [
      'a Svelte component',
      `<script>\nconst add = () => { @send(count) }\n</script>\n{#if count > 3}<p>Don't</p>{/if}`,
      'add',
    ],
    ['Flow', 'function f(item: ?Item): {| total: number |} {\n return @item.price\n}', 'f'],
    ['a file that ends in the middle', 'function ok() { @x() }\nlet a = {{{ ] broken', 'ok'],
  ])('[SM110] names functions in %s, which no JavaScript parser reads', (_, source, name) => {
    expect(nameIn(source)).toBe(name)
  })

  it('[SM34] survives what is no program at all', () => {
    for (const source of ['}}}))', '((({{{', '`${', "'", '/*', '=> => {', 'class', 'function']) {
      expect(scopesOf(source).nameAt(1, 0)).toBeOneOf([undefined, '<anonymous>'])
    }
  })
})
