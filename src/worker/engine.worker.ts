import './start-engine';
