export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <div className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-6">
      <h2 className="text-2xl">Recovery codes</h2>
      <p>
        Keep them in a safe place, away from your phone. Each works once, in place of a code from the app. They are not
        shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono sm:max-w-sm">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <a className="link" href={file} download="recovery-codes.txt">
          Download them
        </a>
      </p>
    </div>
  )
}
