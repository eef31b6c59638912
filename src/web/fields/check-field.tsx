interface CheckFieldProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: string
}

export const CheckField = ({ isChecked, onChange, children }: CheckFieldProps) => (
  <label className="flex items-start gap-3">
    <input
      type="checkbox"
      className="checkbox mt-0.5"
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {children}
  </label>
)
