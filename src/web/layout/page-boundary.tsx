import { Component, type ReactNode } from 'react'

interface PageBoundaryProps {
  fallback: ReactNode
  children: ReactNode
}

/** Catches errors of the document itself, for which React Router would show the stack. */
export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
