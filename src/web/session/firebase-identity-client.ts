import { FirebaseError, initializeApp } from '@firebase/app'
import {
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  verifyPasswordResetCode,
} from '@firebase/auth'
import type { FirebaseSettings } from '#web/context.ts'
import type { IdentityClient } from './identity-client.ts'
import { IdentityError } from './identity-error.ts'

/** Firebase Authentication: keeps the session in the browser and proves it by ID tokens. */
export function createFirebaseIdentityClient({ emulatorOrigin, ...project }: FirebaseSettings): IdentityClient {
  const auth = initializeAuth(initializeApp(project), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (emulatorOrigin) connectAuthEmulator(auth, emulatorOrigin, { disableWarnings: true })
  return {
    signUp: (name, email, password) =>
      convertErrors(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await updateProfile(user, { displayName: name })
        await sendEmailVerification(user)
      }),
    signIn: (email, password) =>
      convertErrors(async () => {
        await signInWithEmailAndPassword(auth, email, password)
        return false
      }),
    enterCode: refuseSecondFactor,
    signInWithGoogle: from =>
      convertErrors(async () => {
        // Not passed to `initializeAuth`, which would load Google's scripts for every visitor.
        await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)
        window.location.assign(`/signed-in?${new URLSearchParams({ from })}`)
      }),
    sendPasswordReset: email => convertErrors(() => sendPasswordResetEmail(auth, email)),
    async checkPasswordToken(token) {
      const error = await verifyPasswordResetCode(auth, token).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      const isValid = !(error instanceof FirebaseError && /-action-code$/.test(error.code))
      return { isValid, deletesContent: false }
    },
    setPassword: (token, newPassword) => convertErrors(() => confirmPasswordReset(auth, token, newPassword)),
    sendVerification: () =>
      convertErrors(async () => {
        await auth.authStateReady()
        if (auth.currentUser) await sendEmailVerification(auth.currentUser)
      }),
    confirmEmail: token =>
      convertErrors(async () => {
        await applyActionCode(auth, token)
        return undefined
      }),
    async findEmail() {
      await auth.authStateReady()
      return auth.currentUser?.email ?? undefined
    },
    async findProof() {
      await auth.authStateReady()
      // Forced refresh: the cached token may lack a new name or the email's verification.
      return convertErrors(async () => auth.currentUser?.getIdToken(true)).catch((error: unknown) => {
        // Firebase signs out when it refuses to renew the token.
        if (auth.currentUser) throw error
        return undefined
      })
    },
    signOut: () => convertErrors(() => signOut(auth)),
    listSessions: async () => undefined,
    async endSession() {},
    async endOtherSessions() {},
    findSecondFactor: async () => undefined,
    setUpSecondFactor: refuseSecondFactor,
    renewRecoveryCodes: refuseSecondFactor,
    removeSecondFactor: refuseSecondFactor,
    deleteIdentity: () =>
      convertErrors(async () => {
        await auth.authStateReady()
        if (auth.currentUser) await deleteUser(auth.currentUser)
      }),
  }
}

async function refuseSecondFactor(): Promise<never> {
  throw new IdentityError('Firebase keeps the second factors of this shop.')
}

async function convertErrors<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof FirebaseError ? new IdentityError(error.message) : error
  }
}
