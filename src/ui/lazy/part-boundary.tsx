import { Component, type ReactNode } from 'react';
import { PartNotFetched } from './fetch-part';

interface PartBoundaryProps {
  /** What is shown in the place of a part that could not be fetched. */
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

interface PartBoundaryState {
  readonly error?: unknown;
}

/** Lets a part that could not be fetched fail alone. Other errors pass. React has only classes for this. */
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
