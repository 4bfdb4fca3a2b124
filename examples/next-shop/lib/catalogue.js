/** Everything the shop sells. */
export const PRODUCTS = [
  {
    id: 'lantern',
    name: 'Harbour lantern',
    kind: 'lantern',
    room: 'outside',
    colour: 'brass',
    hue: 42,
    cents: 8900,
  },
  { id: 'mug', name: 'Driftwood mug', kind: 'mug', room: 'kitchen', colour: 'sand', hue: 24, cents: 1900 },
  {
    id: 'blanket',
    name: 'North wind blanket',
    kind: 'blanket',
    room: 'bedroom',
    colour: 'blue',
    hue: 212,
    cents: 12900,
  },
  {
    id: 'kettle',
    name: 'Lighthouse kettle',
    kind: 'kettle',
    room: 'kitchen',
    colour: 'red',
    hue: 6,
    cents: 6400,
  },
  {
    id: 'chair',
    name: 'Pier chair',
    kind: 'chair',
    room: 'outside',
    colour: 'green',
    hue: 152,
    cents: 21900,
  },
  { id: 'vase', name: 'Tide vase', kind: 'vase', room: 'living', colour: 'blue', hue: 190, cents: 4500 },
  { id: 'lamp', name: 'Low tide lamp', kind: 'lamp', room: 'living', colour: 'green', hue: 128, cents: 9900 },
  { id: 'bowl', name: 'Shell bowl', kind: 'bowl', room: 'kitchen', colour: 'pink', hue: 338, cents: 2700 },
]

export const ROOMS = ['kitchen', 'living', 'bedroom', 'outside']
export const COLOURS = ['blue', 'green', 'red', 'brass', 'sand', 'pink']

export const GUIDES = {
  'care/wool': 'How to wash wool',
  'care/wood/oil': 'Oil wood once a year',
  delivery: 'How we deliver',
}

export const LOOKS = [
  { id: '1', name: 'Breakfast by the sea', products: ['mug', 'kettle', 'bowl'] },
  { id: '2', name: 'An evening outside', products: ['lantern', 'chair'] },
  { id: '3', name: 'Rainy Sunday', products: ['blanket', 'lamp', 'vase'] },
]

export const productOf = (id) => PRODUCTS.find((product) => product.id === id)

export const priceOf = (cents) => `€${(cents / 100).toFixed(2)}`
