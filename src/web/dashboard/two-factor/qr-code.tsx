import encodeQr from 'qr'

/** Dark on light in any theme: scanners expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, 'raw', { border: 2 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-box bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
