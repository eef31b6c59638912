import { Component, type ReactNode } from 'react'

interface PageBoundaryProps {
  /** The whole document. */
  fallback: ReactNode
  children: ReactNode
}

/** For errors of the document itself, which no route has: React Router would show their stack. */
export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
