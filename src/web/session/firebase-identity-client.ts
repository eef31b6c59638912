import { FirebaseError, initializeApp } from '@firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
} from '@firebase/auth'
import type { FirebaseSettings } from '#web/context.ts'
import type { IdentityClient } from './identity-client.ts'
import { IdentityError } from './identity-error.ts'

/** Firebase Authentication. It keeps the session itself, and proves it by ID tokens. */
export function createFirebaseIdentityClient({ emulatorOrigin, ...project }: FirebaseSettings): IdentityClient {
  const auth = initializeAuth(initializeApp(project), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (emulatorOrigin) connectAuthEmulator(auth, emulatorOrigin, { disableWarnings: true })
  return {
    signUp: (name, email, password) =>
      toIdentityError(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await updateProfile(user, { displayName: name })
        await sendEmailVerification(user)
      }),
    signIn: (email, password) =>
      toIdentityError(async () => {
        await signInWithEmailAndPassword(auth, email, password)
      }),
    signInWithGoogle: from =>
      toIdentityError(async () => {
        // The resolver belongs here and not to `initializeAuth`, which would load Google's scripts for everybody.
        await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)
        window.location.assign(`/signed-in?${new URLSearchParams({ from })}`)
      }),
    sendPasswordReset: email => toIdentityError(() => sendPasswordResetEmail(auth, email)),
    setPassword: (token, newPassword) => toIdentityError(() => confirmPasswordReset(auth, token, newPassword)),
    sendVerification: () =>
      toIdentityError(async () => {
        await auth.authStateReady()
        if (auth.currentUser) await sendEmailVerification(auth.currentUser)
      }),
    async email() {
      await auth.authStateReady()
      return auth.currentUser?.email ?? undefined
    },
    async proof() {
      await auth.authStateReady()
      // Asked for anew each time: the token at hand may be older than the name, or than the email's verification.
      return toIdentityError(async () => auth.currentUser?.getIdToken(true)).catch((error: unknown) => {
        // Firebase signs out whoever may no longer renew.
        if (auth.currentUser) throw error
        return undefined
      })
    },
    signOut: () => toIdentityError(() => signOut(auth)),
  }
}

async function toIdentityError<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof FirebaseError ? new IdentityError(error.message) : error
  }
}
