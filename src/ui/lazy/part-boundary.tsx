import { Component, type ReactNode } from 'react';
import { PartNotFetched } from './fetch-part';

interface PartBoundaryProps {
  /** Shown instead of a part that could not be fetched. */
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

interface PartBoundaryState {
  readonly error?: unknown;
}

/**
 * An error boundary for parts that could not be fetched. Other errors pass through. React requires a class for this.
 */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = {};

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof PartNotFetched)) throw error;
    return this.props.failed;
  }
}
