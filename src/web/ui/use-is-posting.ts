import { useFetchers, useNavigation } from 'react-router'

/** True until the page has the result of the submit. */
export const useIsPosting = () => [useNavigation(), ...useFetchers()].some(({ formMethod }) => formMethod === 'POST')
