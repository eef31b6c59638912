import { useRef, useState } from 'react'
import { apiClient } from '#web/session/api-client.ts'
import { Field } from '#web/ui/forms/field.tsx'

interface PoNumberFieldProps {
  initial: string | undefined
  error: string | undefined
  ownOrderId?: string
  isRequired?: boolean
  name?: string
}

export function PoNumberField({
  initial,
  error,
  ownOrderId,
  isRequired = false,
  name = 'Purchase order number',
}: PoNumberFieldProps) {
  const [usedBy, setUsedBy] = useState<number>()
  const latestNumber = useRef('')

  async function check(poNumber: string) {
    latestNumber.current = poNumber
    setUsedBy(undefined)
    if (poNumber === '') return
    const orders = await apiClient.listOrders({ query: { poNumber, limit: 2 } }).catch(() => [])
    if (latestNumber.current === poNumber) setUsedBy(orders.find(({ _id }) => _id !== ownOrderId)?.number)
  }

  return (
    <Field
      label={ownOrderId || isRequired ? name : `${name} (optional)`}
      name="poNumber"
      autoComplete="off"
      defaultValue={initial}
      error={error}
      hint={usedBy === undefined ? undefined : `Your order ${usedBy} has this number, too.`}
      onBlur={event => check(event.target.value.trim())}
    />
  )
}
