import './start-javascript';
