import { type Navigation, useFetchers, useNavigation } from 'react-router'

/** True until the page has the result of the submit. */
export const useIsPosting = () => [useNavigation(), ...useFetchers()].some(isPosting)

/** After the result, `loading` follows with the same method. */
const isPosting = ({ state, formMethod }: Pick<Navigation, 'state' | 'formMethod'>) =>
  state === 'submitting' && formMethod === 'POST'
