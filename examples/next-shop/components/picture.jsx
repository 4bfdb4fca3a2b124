/** Drawn, so that the example needs no photographs. */
const SHAPES = {
  lantern: 'M44 8h12v8H44zM34 20h32v6H34zM36 30h28v40H36zM30 74h40v10H30zM28 26h4v48h-4zM68 26h4v48h-4z',
  lamp: 'M40 12h20l14 34H26zM47 46h6v34h-6zM34 80h32v6H34z',
  mug: 'M26 28h40v44a10 10 0 0 1-10 10H36a10 10 0 0 1-10-10zM66 38h8a10 10 0 0 1 10 10v6a10 10 0 0 1-10 10h-8v-7h7a4 4 0 0 0 4-4v-4a4 4 0 0 0-4-4h-7z',
  blanket: 'M20 24h60v12H20zM20 40h60v10H20zM20 54h60v6H20zM20 64h60v18H20z',
  kettle: 'M36 34a14 14 0 0 1 28 0l4 14 16-10 4 6-17 15 5 17a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8zM46 10h8v8h-8z',
  chair: 'M28 14h44v34H28zM24 52h52v10H24zM28 62h7v26h-7zM65 62h7v26h-7z',
  vase: 'M42 12h16v16c14 8 18 18 18 30a26 26 0 0 1-52 0c0-12 4-22 18-30z',
  bowl: 'M14 42h72a36 36 0 0 1-26 36v6H40v-6a36 36 0 0 1-26-36z',
}

export function Picture({ product }) {
  return (
    <svg className="picture" viewBox="0 0 100 100" aria-hidden="true" style={{ '--hue': product.hue }}>
      <rect className="picture-wall" width="100" height="100" />
      <rect className="picture-floor" y="76" width="100" height="24" />
      <ellipse className="picture-shadow" cx="50" cy="87" rx="30" ry="4" />
      <path className="picture-thing" d={SHAPES[product.kind]} />
    </svg>
  )
}
